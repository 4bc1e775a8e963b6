import { installedAlgorithms } from '@duai/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../lib/api.ts';
import { useWorkTexts } from '../../../lib/messages.tsx';
import { renew } from '../../../lib/renewals.ts';
import { uploadBody } from '../../../lib/upload/upload.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Dropzone } from '../../../ui/forms/dropzone.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { SectionCard } from '../../../ui/section-card.tsx';
import { ImportedFacts } from './imported-facts.tsx';

type Import =
  | { step: 'sending'; name: string; share: number }
  | { step: 'refused'; name: string; reason: string }
  | { step: 'done'; imported: installedAlgorithms.ImportedPackage };

/** Uploads one package; the result or the reason for the refusal stays on the page until the next upload. */
export function ImportPackage() {
  const texts = useWorkTexts().console.algorithms.import;
  const queryClient = useQueryClient();
  const [state, setState] = useState<Import | null>(null);

  async function send(file: File): Promise<void> {
    const { name } = file;
    setState({ step: 'sending', name, share: 0 });
    try {
      // Browsers use different types for ZIP files.
      const body = new Blob([file], { type: installedAlgorithms.importPackage.consumes });
      const imported = await uploadBody(installedAlgorithms.importPackage, body, {
        onProgress: (share) => setState({ step: 'sending', name, share }),
      });
      setState({ step: 'done', imported });
      await renew(queryClient, installedAlgorithms.listInstalled);
    } catch (error) {
      setState({ step: 'refused', name, reason: messageOf(error, texts.failed) });
    }
  }

  return (
    <SectionCard heading={texts.heading} help={texts.help}>
      <Dropzone
        title={texts.drop}
        hint={texts.hint}
        buttonLabel={texts.choose}
        inputLabel={texts.input}
        inputAccept=".zip,application/zip"
        isMultiple={false}
        isDisabled={state?.step === 'sending'}
        onFiles={([file]) => file && void send(file)}
      />
      {state?.step === 'sending' && <Sending name={state.name} share={state.share} />}
      {state?.step === 'refused' && (
        <Banner tone="error" title={texts.refused({ name: state.name })}>
          <p className="wrap-anywhere">{state.reason}</p>
        </Banner>
      )}
      {state?.step === 'done' && (
        <Banner tone="success" title={texts.done({ name: `${state.imported.id} ${state.imported.version}` })}>
          <ImportedFacts imported={state.imported} />
        </Banner>
      )}
    </SectionCard>
  );
}

function Sending({ name, share }: { readonly name: string; readonly share: number }) {
  const texts = useWorkTexts().console.algorithms.import;
  const label = share < 1 ? texts.sending({ name }) : texts.checking({ name });
  return (
    <div className="grid gap-1.5">
      <p role="status" className="text-sm wrap-anywhere">
        {label}
      </p>
      <Progress label={label} share={share < 1 ? share : null} />
    </div>
  );
}
