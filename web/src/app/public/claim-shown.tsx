import {
  type Claim,
  type ClaimName,
  type ClaimSource,
  MEASURED,
  STATED_NOTE,
  shownClaim,
} from '../../content/claims.ts';
import { classes } from '../../lib/class-names.ts';
import { linkClasses } from '../../ui/page.tsx';

/**
 * A claim and what is written around it. The server takes the element out of the page where an operator withdrew the
 * claim (`data-claim`). Where it comes from stands within it (`<ClaimNote>`) or in the element that `note` names.
 */
export function ClaimShown({
  name,
  as: Element = 'span',
  note,
  className,
  children,
}: {
  readonly name: ClaimName;
  readonly as?: 'span' | 'p' | 'li' | 'div';
  /** The id of the element that says where the claim comes from. */
  readonly note?: string;
  readonly className?: string;
  readonly children: (claim: Claim) => React.ReactNode;
}) {
  const claim = shownClaim(name);
  return (
    claim && (
      <Element className={className} data-claim={name} aria-describedby={note}>
        {children(claim)}
      </Element>
    )
  );
}

/** Where a claim comes from, in a few words. */
export function ClaimNote({ source, className }: { readonly source: ClaimSource; readonly className?: string }) {
  return (
    <span data-claim-source={source.kind} className={classes('block text-xs', className)}>
      {source.kind === 'stated' ? (
        STATED_NOTE
      ) : (
        <>
          Source:{' '}
          <a href={source.href} target="_blank" rel="noopener" className={linkClasses}>
            {source.title}
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
        </>
      )}
    </span>
  );
}

/** What is installed, counted by the server when it sends the page: beside every claimed number of models or partners. */
export function InstalledCatalogue({ className }: { readonly className?: string }) {
  const { kind, place } = MEASURED.installedAlgorithms;
  return (
    <p data-claim-source={kind} className={className}>
      {place}
    </p>
  );
}
