import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { classes } from '../../lib/class-names.ts';
import { useInterfaceTexts } from '../../lib/messages.tsx';
import { controlClasses, useFieldControl } from './field.tsx';

export function Input({ className, ...rest }: React.ComponentProps<'input'>) {
  return <input {...useFieldControl()} {...rest} className={classes(controlClasses, className)} />;
}

export function Textarea({ className, ...rest }: React.ComponentProps<'textarea'>) {
  return <textarea rows={4} {...useFieldControl()} {...rest} className={classes(controlClasses, 'py-2', className)} />;
}

/** The native select, which works on every phone and with every screen reader. */
export function Select({ className, ...rest }: React.ComponentProps<'select'>) {
  return (
    <select {...useFieldControl()} {...rest} className={classes(controlClasses, 'select-arrow pe-9', className)} />
  );
}

/** A password with a button that shows and hides what was typed. */
export function PasswordInput({ className, ...rest }: Omit<React.ComponentProps<'input'>, 'type'>) {
  const [isShown, setIsShown] = useState(false);
  const texts = useInterfaceTexts();
  const Icon = isShown ? EyeOff : Eye;
  return (
    <div className="relative">
      <input
        {...useFieldControl()}
        {...rest}
        type={isShown ? 'text' : 'password'}
        autoCapitalize="none"
        spellCheck={false}
        className={classes(controlClasses, 'pe-12', className)}
      />
      <button
        type="button"
        aria-label={isShown ? texts.hidePassword : texts.showPassword}
        aria-pressed={isShown}
        onClick={() => setIsShown(!isShown)}
        className="absolute inset-y-0 end-0 grid w-11 place-items-center rounded text-grey-4 hover:text-ink"
      >
        <Icon aria-hidden className="size-5" />
      </button>
    </div>
  );
}
