import type { pacs, Received } from '@duai/contract';
import { formatDay, formatFileSize } from '../../lib/formatting.ts';
import { activeLanguage } from '../../lib/language.ts';
import { useWorkTexts } from '../../lib/messages.tsx';
import { Card } from '../../ui/card.tsx';

/** Ports, limits and certificate of this server, as its settings say. */
export function Installation({ facts }: { readonly facts: Received<typeof pacs.getPacsInstallation, 'answer'> }) {
  const { console: texts, server } = useWorkTexts().pacs;
  const language = activeLanguage();
  const { certificate } = facts;
  const rows = [
    [server.aeTitle, facts.aeTitle],
    [server.tlsPort, facts.tls.port ?? server.closed],
    [server.plainPort, facts.plain.port ?? server.closed],
    [
      texts.limits,
      `${texts.connections({ count: facts.connections, each: facts.associationsOfPeer })}; ${texts.instance({
        size: formatFileSize(facts.instanceBytes, language),
      })}`,
    ],
    [
      texts.certificate,
      certificate
        ? texts.certificateFacts({
            subject: certificate.subject,
            day: formatDay(certificate.validTo.slice(0, 10), language),
          })
        : texts.noCertificate,
    ],
  ] as const;
  return (
    <Card className="grid grid-cols-1 gap-4">
      <h2 className="text-lg font-semibold">{texts.installation}</h2>
      <dl className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {rows.map(([name, value]) => (
          <div key={name} className="min-w-0">
            <dt className="text-sm text-grey-4">{name}</dt>
            <dd className="break-words">{value}</dd>
          </div>
        ))}
      </dl>
      {certificate && (
        <p className="font-mono text-xs break-all text-grey-4">{texts.fingerprint({ sha256: certificate.sha256 })}</p>
      )}
    </Card>
  );
}
