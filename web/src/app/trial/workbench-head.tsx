import { useWorkTexts } from '../../lib/messages.tsx';
/** Title of a tab and its actions. */
export function WorkbenchHead({ title, children }: { readonly title: string; readonly children?: React.ReactNode }) {
  const texts = useWorkTexts().portal.workbenchHead;
  return (
    <div className="flex flex-wrap items-center justify-between gap-4">
      <title>{texts.duaicheck({ title })}</title>
      <h1 className="min-w-0 font-serif text-3xl font-semibold tracking-tight">{title}</h1>
      {children && <div className="flex flex-wrap items-center gap-2">{children}</div>}
    </div>
  );
}
