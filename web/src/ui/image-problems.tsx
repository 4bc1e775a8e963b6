import type { ImageProblem } from '@duai/contract';
import { Banner } from './banner.tsx';
import { makeFocusable } from './scroll-area.ts';

interface Shown {
  readonly originalName: string;
  readonly problem: ImageProblem | null;
}

/** Images that are not shown, grouped by reason: whose fault it is, what to do, and which images. */
export function ImageProblems({
  images,
  title,
  className,
}: {
  readonly images: readonly Shown[];
  readonly title: (count: { count: number }) => string;
  readonly className?: string;
}) {
  const found = images.filter((image): image is Shown & { problem: ImageProblem } => image.problem !== null);
  if (found.length === 0) return null;
  return (
    <Banner tone="warning" title={title({ count: found.length })} className={className}>
      <dl ref={makeFocusable} className="mt-1 grid max-h-64 gap-3 overflow-y-auto">
        {[...Map.groupBy(found, ({ problem }) => problem.code)].map(([code, same]) => (
          <div key={code}>
            <dt className="text-ink">
              <span className="font-semibold tabular-nums">{same.length} ×</span> {same[0]?.problem.message}{' '}
              {same[0]?.problem.advice}
            </dt>
            <dd className="mt-0.5 flex flex-wrap gap-x-3 text-[0.9em] text-grey-5 [overflow-wrap:anywhere]">
              {[...new Set(same.map(({ originalName }) => originalName))].map((name) => (
                <bdi key={name}>{name}</bdi>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Banner>
  );
}
