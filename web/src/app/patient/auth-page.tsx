import { AuthFrame } from '../../features/accounts/patients/auth-frame.tsx';
import { OfflineBanner } from '../../ui/offline-banner.tsx';
import { Content, SkipLink } from '../../ui/page.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { useServiceName } from './layout.tsx';

/** Frame of the pages before sign-in: header with the switches, form, claims. */
export function AuthPage({
  title,
  heading,
  children,
}: {
  readonly title: string;
  readonly heading: string;
  readonly children: React.ReactNode;
}) {
  return (
    <>
      <title>{title}</title>
      <SkipLink />
      <PageHeader home="/second-opinion" suffix={useServiceName()} width="extraLarge" />
      <Content className="flex flex-1 flex-col">
        <OfflineBanner className="mx-auto mt-6 w-[calc(100%-2.5rem)] max-w-[61.5rem]" />
        <AuthFrame heading={heading}>{children}</AuthFrame>
      </Content>
    </>
  );
}
