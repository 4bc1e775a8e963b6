import { useForm } from 'react-hook-form';
import { Link, useLocation, useNavigate } from 'react-router';
import { type StaffLogin, useStaffLogin } from '../../features/console/staff-session.ts';
import { apiErrorOf, messageOf } from '../../lib/api.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input, PasswordInput } from '../../ui/input.tsx';
import { linkClasses } from '../../ui/page.tsx';
import { ConsolePage } from './console-page.tsx';

export interface ConsoleLoginState {
  readonly from?: string;
  readonly isSessionEnded?: boolean;
}

/** Which of the three is wrong, nobody learns. */
const WRONG = 'The email, the password or the one-time code is not correct. Check all three and try again.';

export default function ConsoleLogin() {
  const navigate = useNavigate();
  const state = useLocation().state as ConsoleLoginState | null;
  const form = useForm<StaffLogin>({ defaultValues: { email: '', password: '', code: '' } });
  const login = useStaffLogin();
  const { errors } = form.formState;
  return (
    <ConsolePage title="Sign in" heading="Console">
      {state?.isSessionEnded && !login.isError && (
        <Banner tone="info">Your session has ended. Sign in to go on.</Banner>
      )}
      <form
        noValidate
        className="grid gap-5"
        onSubmit={form.handleSubmit((values) =>
          login.mutate(values, {
            onSuccess: () => void navigate(state?.from ?? '/console', { replace: true }),
            onError: (error) => {
              if (apiErrorOf(error)?.code === 'CREDENTIALS_WRONG')
                form.setError('password', { type: 'server', message: WRONG }, { shouldFocus: true });
            },
          }),
        )}
      >
        {login.isError && (
          <Banner tone="error">{messageOf(login.error, 'The server could not be reached. Try again.')}</Banner>
        )}
        <Field label="Email" error={errors.email && 'Email is required'} isRequired>
          <Input type="email" autoComplete="username" {...form.register('email', { required: true })} />
        </Field>
        <Field
          label="Password"
          error={errors.password && (errors.password.message || 'Password is required')}
          isRequired
        >
          <PasswordInput autoComplete="current-password" {...form.register('password', { required: true })} />
        </Field>
        <Field
          label="One-time code"
          help="Six digits from your authenticator app"
          error={errors.code && 'Six digits are required'}
          isRequired
        >
          <Input
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            className="font-mono tracking-widest"
            {...form.register('code', { required: true, pattern: /^\d{6}$/ })}
          />
        </Field>
        <div className="flex flex-wrap items-center justify-between gap-4">
          <Button type="submit" isPending={login.isPending}>
            Sign in
          </Button>
          <Link className={linkClasses} to="/console/forgot-password">
            Forgot password
          </Link>
        </div>
      </form>
    </ConsolePage>
  );
}
