import { accounts } from '@duai/contract';
import { OwnPasswordForm } from '../../../features/accounts/own-password-form.tsx';
import { PageHead } from '../../../features/console/loaded.tsx';
import { useWorkTexts } from '../../../lib/messages.tsx';
import { useSignedInStaff } from '../layout.tsx';

/** Change of the own password, for staff of both roles. */
export default function ConsolePassword() {
  const texts = useWorkTexts().console.password;
  const { email } = useSignedInStaff();
  return (
    <>
      <PageHead title={texts.title} />
      <div className="grid max-w-2xl gap-4">
        <p className="text-grey-4">{texts.text}</p>
        <OwnPasswordForm endpoint={accounts.changeStaffPassword} username={email} />
      </div>
    </>
  );
}
