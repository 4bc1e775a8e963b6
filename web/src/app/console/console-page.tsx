import { useWorkTexts } from '../../lib/messages.tsx';
import { LanguageSwitch, ThemeSwitch } from '../../ui/forms/switches.tsx';
import { Logo } from '../../ui/logo.tsx';
import { Content, SkipLink } from '../../ui/page.tsx';
import { Room } from '../../ui/room.tsx';

/** Frame of the console's forms that are shown before sign-in. */
export function ConsolePage({
  title,
  heading,
  children,
}: {
  readonly title: string;
  readonly heading: string;
  readonly children: React.ReactNode;
}) {
  const texts = useWorkTexts().console;
  return (
    <Room name="reading">
      <title>{texts.title({ title })}</title>
      <SkipLink />
      <header className="border-b border-grey-2">
        <div className="mx-auto flex max-w-6xl items-center justify-between gap-4 px-5 py-2">
          <Logo to="/" suffix={texts.name} />
          <div className="flex items-center gap-2">
            <LanguageSwitch />
            <ThemeSwitch isCompact />
          </div>
        </div>
      </header>
      <Content className="mx-auto w-full max-w-md flex-1 px-5 py-12">
        <h1 className="text-2xl font-semibold tracking-tight">{heading}</h1>
        <div className="mt-6 grid gap-6">{children}</div>
      </Content>
    </Room>
  );
}
