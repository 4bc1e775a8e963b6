/** The provider of an institution, as its administrator named it. */
export interface Provider {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/** What has to be kept between the way to a provider and the way back. */
export interface SignInSecrets {
  state: string;
  nonce: string;
  /** RFC 7636. */
  codeVerifier: string;
}

/** Who a provider says that somebody is; its signature was checked. */
export interface ProvidedIdentity {
  issuer: string;
  subject: string;
  /** All it said, by name of the claim. */
  claims: Record<string, unknown>;
}

/** OpenID providers that institutions name: authorization code with PKCE. None inside our own network, unless an operator allowed its host. */
export interface IdentityProviders {
  /** Asks for the metadata. @throws ProviderError */
  check(provider: Provider): Promise<void>;
  /** Where the browser goes. @throws ProviderError */
  begin(provider: Provider, wish: { redirectUri: string; scope: string }): Promise<SignInSecrets & { url: string }>;
  /** `cameBack`: the address, with its query, at which the browser came back. @throws ProviderError */
  end(provider: Provider, cameBack: URL, secrets: SignInSecrets): Promise<ProvidedIdentity>;
}

export class ProviderError extends Error {
  /** `ADDRESS_REFUSED`: not called. `DENIED`: it said no. `NOT_USABLE`: no answer, or none that holds. */
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
