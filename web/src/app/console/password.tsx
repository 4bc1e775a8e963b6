import { accounts } from '@duai/contract';
import { OwnPasswordForm } from '../../features/accounts/own-password-form.tsx';
import { PageHead } from '../../features/console/loaded.tsx';
import { useSignedInStaff } from './layout.tsx';

/** The own password of a staff member, of either role. */
export default function ConsolePassword() {
  const { email } = useSignedInStaff();
  return (
    <>
      <PageHead title="Your password" />
      <div className="grid max-w-2xl gap-4">
        <p className="text-grey-4">
          A new password ends your sessions on other devices and cancels reset links that were mailed to you.
        </p>
        <OwnPasswordForm endpoint={accounts.changeStaffPassword} username={email} />
      </div>
    </>
  );
}
