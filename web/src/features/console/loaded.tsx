import { LIMITS } from '@duai/contract';
import { useWorkTexts } from '../../lib/messages.tsx';

export { Loaded } from '../../ui/loaded.tsx';

/** Title of a console page and its actions. */
export function PageHead({ title, children }: { readonly title: string; readonly children?: React.ReactNode }) {
  const texts = useWorkTexts().console;
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
      <title>{texts.title({ title })}</title>
      <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
      {children}
    </div>
  );
}

/** Says that a list without pages was cut. */
export function ListCut({ rows }: { readonly rows: readonly unknown[] }) {
  const { listCut } = useWorkTexts().console;
  if (rows.length < LIMITS.rowsAtOnce) return null;
  return <p className="mt-3 text-sm text-grey-4">{listCut({ count: LIMITS.rowsAtOnce })}</p>;
}
