import { accounts, SUBSPECIALTIES, type Subspecialty } from '@duai/contract';
import { useState } from 'react';
import { call, messageOf } from '../../../lib/api.ts';
import { useWorkTexts } from '../../../lib/messages.tsx';
import type { Renewed } from '../../../lib/renewals.ts';
import { useChange } from '../../../lib/use-change.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { Checkbox } from '../../../ui/forms/choices.tsx';
import { FieldError } from '../../../ui/forms/field.tsx';
import { Form } from '../../../ui/forms/form.tsx';

interface OfReader {
  readonly user: accounts.UserRow;
  readonly renews: Renewed;
}

/** What a radiologist reads. */
export function SubspecialtiesButton({ user, renews }: OfReader) {
  const texts = useWorkTexts().team;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        size="small"
        variant="secondary"
        aria-label={texts.subspecialtiesOf({ name: user.name })}
        onClick={() => setIsOpen(true)}
      >
        {texts.subspecialties}
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={texts.subspecialtiesOf({ name: user.name })}
        description={texts.subspecialtiesText}
        size="small"
      >
        {isOpen && <SubspecialtiesForm user={user} renews={renews} onDone={() => setIsOpen(false)} />}
      </Dialog>
    </>
  );
}

function SubspecialtiesForm({ user, renews, onDone }: OfReader & { readonly onDone: () => void }) {
  const { team: texts, names, interface: shared } = useWorkTexts();
  const [seen] = useState<readonly Subspecialty[]>(user.subspecialties ?? []);
  const [chosen, setChosen] = useState(seen);
  const save = useChange(
    renews,
    () =>
      call(accounts.setSubspecialties, {
        params: { userId: user.id },
        // In the order of the list, whatever was ticked first.
        body: { subspecialties: SUBSPECIALTIES.filter((each) => chosen.includes(each)), seen: [...seen] },
      }),
    texts.subspecialtiesSaved,
    { showsFailure: true },
  );
  return (
    <Form onSubmit={() => save.mutate(undefined, { onSuccess: onDone })} className="grid gap-4">
      <div className="grid gap-1 sm:grid-cols-2">
        {SUBSPECIALTIES.map((each) => (
          <Checkbox
            key={each}
            label={names.subspecialties[each]}
            checked={chosen.includes(each)}
            onChange={({ target }) =>
              setChosen(target.checked ? [...chosen, each] : chosen.filter((other) => other !== each))
            }
          />
        ))}
      </div>
      {save.isError && <FieldError>{messageOf(save.error, shared.nothingLostTryAgain)}</FieldError>}
      <DialogActions>
        <Button type="button" variant="secondary" onClick={onDone}>
          {shared.cancel}
        </Button>
        <Button type="submit" isPending={save.isPending}>
          {names.save}
        </Button>
      </DialogActions>
    </Form>
  );
}
