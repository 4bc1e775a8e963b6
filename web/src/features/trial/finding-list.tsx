import type { trialScans } from '@duai/contract';

/** What the models say of one study. */
export function FindingList({
  findings,
}: {
  readonly scanId: string;
  readonly findings: readonly trialScans.ScanFinding[];
}) {
  const sentences = [...new Set(findings.map(({ sentence }) => sentence))];
  return (
    <ul className="grid gap-2">
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}
