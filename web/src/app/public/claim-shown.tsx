import { type Claim, type ClaimName, currentClaim } from '../../content/claims.ts';

/** A claim and what is written around it; nothing once it is past its date, also on a page that was written before. */
export function ClaimShown({
  name,
  as: Element = 'span',
  className,
  children,
}: {
  readonly name: ClaimName;
  readonly as?: 'span' | 'p' | 'li' | 'div';
  readonly className?: string;
  readonly children: (claim: Claim) => React.ReactNode;
}) {
  const claim = currentClaim(name);
  return (
    claim && (
      <Element className={className} data-valid-until={claim.validUntil}>
        {children(claim)}
      </Element>
    )
  );
}
