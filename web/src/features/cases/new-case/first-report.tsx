import { cases, LIMITS } from '@duai/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Download, FileText, X } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { call, callForFile, callRaw, messageOf } from '../../../lib/api.ts';
import { saveBlob } from '../../../lib/files/object-url.ts';
import { formatFileSize } from '../../../lib/formatting.ts';
import { useLanguage, useMessages } from '../../../lib/messages.tsx';
import { ABOUT_CASES, renew } from '../../../lib/renewals.ts';
import { showToast } from '../../../lib/toasts.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { FieldError } from '../../../ui/forms/field.tsx';

/** @throws ApiError */
export async function attachFirstReport(caseId: string, file: File): Promise<void> {
  const form = new FormData();
  form.append('report', file, file.name);
  await callRaw(cases.uploadFirstReport, { params: { caseId }, form });
}

/** Chooses one PDF; any other file, or one that is too large, is refused at once with its reason. */
export function FirstReportChoice({
  file,
  onChoose,
  isBusy = false,
}: {
  readonly file: File | null;
  readonly onChoose: (file: File | null) => void;
  readonly isBusy?: boolean;
}) {
  const { language, messages } = useLanguage();
  const texts = messages.caseDetails.firstReport;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const take = async (chosen: File | undefined) => {
    if (!chosen) return;
    const isPdf = (await chosen.slice(0, 5).text()) === '%PDF-';
    const found = !isPdf ? texts.notPdf : chosen.size > LIMITS.firstReportBytes ? texts.tooLarge : null;
    setProblem(found);
    if (!found) onChoose(chosen);
  };
  return (
    <div className="grid gap-1.5">
      <p id={`${id}-label`} className="font-semibold">
        {texts.file} <span className="font-normal text-grey-4">({messages.interface.optional})</span>
      </p>
      <p className="text-[0.9em] text-grey-4">{texts.fileHelp}</p>
      {file && (
        <p className="flex min-w-0 items-center gap-2">
          <FileText aria-hidden className="size-5 shrink-0 text-grey-4" />
          <bdi className="truncate">{file.name}</bdi>
          <span className="shrink-0 text-[0.9em] text-grey-4">{formatFileSize(file.size, language)}</span>
          <IconButton label={texts.remove} onClick={() => onChoose(null)}>
            <X aria-hidden className="size-4" />
          </IconButton>
        </p>
      )}
      <input
        ref={input}
        type="file"
        accept="application/pdf,.pdf"
        aria-label={texts.file}
        hidden
        onChange={(event) => {
          void take(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      <Button
        variant="secondary"
        className="justify-self-start"
        isPending={isBusy}
        onClick={() => input.current?.click()}
      >
        {isBusy ? texts.attaching : file ? texts.replace : texts.choose}
      </Button>
      {problem && <FieldError>{problem}</FieldError>}
    </div>
  );
}

/** The first report on the page of its case; it can be replaced as long as images can be added. */
export function FirstReport({ case: shown }: { readonly case: cases.PatientCase }) {
  const messages = useMessages();
  const texts = messages.caseDetails.firstReport;
  const queryClient = useQueryClient();
  const isOpen = shown.status === 'uploaded';
  const report = shown.firstReport;
  const refresh = () => renew(queryClient, ABOUT_CASES);
  const tell = (title: string) => (error: unknown) =>
    showToast({ tone: 'destructive', title, description: messageOf(error, messages.interface.noConnection) });
  const attach = useMutation({
    mutationFn: (file: File) => attachFirstReport(shown.id, file),
    onSuccess: () => {
      showToast({ tone: 'success', title: texts.attachedTitle });
      return refresh();
    },
    onError: tell(texts.failedTitle),
  });
  const remove = useMutation({
    mutationFn: () => call(cases.removeFirstReport, { params: { caseId: shown.id } }),
    onSuccess: () => {
      showToast({ tone: 'success', title: texts.removedTitle });
      return refresh();
    },
    onError: tell(texts.failedTitle),
  });
  const download = useMutation({
    mutationFn: () => callForFile(cases.getFirstReport, { params: { caseId: shown.id } }),
    onSuccess: (pdf) => saveBlob(pdf, report?.file?.name ?? 'report.pdf'),
    onError: tell(texts.downloadFailedTitle),
  });
  if (!report && !isOpen) return null;
  return (
    <section className="grid gap-4">
      <h3 className="font-semibold">{texts.heading}</h3>
      {!report && <p className="text-grey-4">{texts.none}</p>}
      {report?.text && (
        <p dir="auto" className="whitespace-pre-line [overflow-wrap:anywhere]">
          {report.text}
        </p>
      )}
      {report?.file && (
        <div className="flex flex-wrap items-center gap-3">
          <Button variant="secondary" isPending={download.isPending} onClick={() => download.mutate()}>
            <Download aria-hidden className="size-4 shrink-0" />
            <span className="[overflow-wrap:anywhere]">{texts.download({ name: report.file.name })}</span>
          </Button>
          {isOpen && (
            <Button variant="quiet" isPending={remove.isPending} onClick={() => remove.mutate()}>
              {texts.remove}
            </Button>
          )}
        </div>
      )}
      {isOpen && !report?.file && (
        <FirstReportChoice file={null} isBusy={attach.isPending} onChoose={(file) => file && attach.mutate(file)} />
      )}
    </section>
  );
}
