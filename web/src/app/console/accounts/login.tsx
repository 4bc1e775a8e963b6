import { useForm } from 'react-hook-form';
import { Link, useLocation, useNavigate } from 'react-router';
import { type StaffLogin, useStaffLogin } from '../../../features/console/staff/staff-session.ts';
import { apiErrorOf, messageOf } from '../../../lib/api.ts';
import { useWorkTexts } from '../../../lib/messages.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { Input, PasswordInput } from '../../../ui/forms/input.tsx';
import { linkClasses } from '../../../ui/page.tsx';
import { ConsolePage } from '../console-page.tsx';

export interface ConsoleLoginState {
  readonly from?: string;
  readonly isSessionEnded?: boolean;
}

export default function ConsoleLogin() {
  const { console: room, interface: shared } = useWorkTexts();
  const texts = room.login;
  const navigate = useNavigate();
  const state = useLocation().state as ConsoleLoginState | null;
  const form = useForm<StaffLogin>({ defaultValues: { email: '', password: '', code: '' } });
  const login = useStaffLogin();
  const { errors } = form.formState;
  return (
    <ConsolePage title={texts.title} heading={room.name}>
      {state?.isSessionEnded && !login.isError && <Banner tone="info">{texts.sessionEnded}</Banner>}
      <form
        noValidate
        className="grid gap-5"
        onSubmit={form.handleSubmit((values) =>
          login.mutate(values, {
            onSuccess: () => void navigate(state?.from ?? '/console', { replace: true }),
            onError: (error) => {
              // The message does not say which of the three is wrong.
              if (apiErrorOf(error)?.code === 'CREDENTIALS_WRONG')
                form.setError('password', { type: 'server', message: texts.wrong }, { shouldFocus: true });
            },
          }),
        )}
      >
        {login.isError && <Banner tone="error">{messageOf(login.error, shared.tryAgainLater)}</Banner>}
        <Field label={texts.email} error={errors.email && texts.emailRequired} isRequired>
          <Input type="email" autoComplete="username" {...form.register('email', { required: true })} />
        </Field>
        <Field
          label={texts.password}
          error={errors.password && (errors.password.message || texts.passwordRequired)}
          isRequired
        >
          <PasswordInput autoComplete="current-password" {...form.register('password', { required: true })} />
        </Field>
        <Field label={texts.code} help={texts.codeHelp} error={errors.code && texts.codeRequired} isRequired>
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
            {texts.submit}
          </Button>
          <Link className={linkClasses} to="/console/forgot-password">
            {texts.forgot}
          </Link>
        </div>
      </form>
    </ConsolePage>
  );
}
