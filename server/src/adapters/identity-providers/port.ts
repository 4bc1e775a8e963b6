/** The OpenID provider of an institution, as its administrator entered it. */
export interface Provider {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/** Values to keep between sending the browser to a provider and its return. */
export interface SignInSecrets {
  state: string;
  nonce: string;
  /** RFC 7636. */
  codeVerifier: string;
}

/** The identity that a provider confirms; its signature was verified. */
export interface ProvidedIdentity {
  issuer: string;
  subject: string;
  /** All claims, by name. */
  claims: Record<string, unknown>;
}

/**
 * OpenID providers that institutions enter: authorization code with PKCE. Addresses in our own network are refused,
 * unless an operator allowed the host.
 */
export interface IdentityProviders {
  /** Fetches the metadata. @throws ProviderError */
  check(provider: Provider): Promise<void>;
  /** The address to send the browser to, with the secrets to keep. @throws ProviderError */
  begin(provider: Provider, wish: { redirectUri: string; scope: string }): Promise<SignInSecrets & { url: string }>;
  /** `cameBack`: the address, with query, at which the browser returned. @throws ProviderError */
  end(provider: Provider, cameBack: URL, secrets: SignInSecrets): Promise<ProvidedIdentity>;
}

export class ProviderError extends Error {
  /** `ADDRESS_REFUSED`: not called. `DENIED`: the provider refused. `NOT_USABLE`: no answer, or an invalid one. */
  readonly code: 'ADDRESS_REFUSED' | 'DENIED' | 'NOT_USABLE';
  /** Of one that is not usable, for its administrator; the message is the library's, for the log. */
  readonly problem: 'REMOTE_DOWN' | 'REMOTE_TIMED_OUT' | 'REMOTE_ANSWER_TOO_LARGE' | 'METADATA';

  constructor(
    code: ProviderError['code'],
    message: string,
    { problem = 'METADATA', ...options }: { cause?: unknown; problem?: ProviderError['problem'] | undefined } = {},
  ) {
    super(message, options);
    this.problem = problem;
    this.name = 'ProviderError';
    this.code = code;
  }
}
