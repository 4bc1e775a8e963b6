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
 * A claim and what is written around it. The server removes the element (`data-claim`) if an operator withdrew the claim. The
 * source of the claim is inside it (`<ClaimNote>`) or in the element named by `note`.
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
  /** The id of the element that states the source of the claim. */
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

/** The source of a claim, in a few words. */
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

/**
 * The installed algorithms, counted by the server when it sends the page; shown beside every claimed number of models or
 * partners.
 */
export function InstalledCatalogue({ className }: { readonly className?: string }) {
  const { kind, place } = MEASURED.installedAlgorithms;
  return (
    <p data-claim-source={kind} className={className}>
      {place}
    </p>
  );
}
