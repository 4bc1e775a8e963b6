import type { pacs, Received } from '@duai/contract';
import { useWorkTexts } from '../../lib/messages.tsx';
import { Card } from '../../ui/card.tsx';

/** How a PACS reaches this server: the values that its administrator enters there. */
export function OwnPlace({ place }: { readonly place: Received<typeof pacs.getPacsServer, 'answer'> }) {
  const texts = useWorkTexts().pacs.server;
  const facts = [
    [texts.aeTitle, place.aeTitle],
    [texts.address, place.host],
    [texts.tlsPort, place.tls.port ?? texts.closed],
    [texts.plainPort, place.plain.port ?? texts.closed],
  ] as const;
  return (
    <Card className="grid grid-cols-1 gap-4">
      <h2 className="text-lg font-semibold">{texts.title}</h2>
      <dl className="grid grid-cols-2 gap-4 lg:grid-cols-4">
        {facts.map(([name, value]) => (
          <div key={name} className="min-w-0">
            <dt className="text-sm text-grey-4">{name}</dt>
            <dd className="font-mono break-all">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="text-sm text-grey-4">{texts.quiet({ seconds: place.quietSeconds })}</p>
    </Card>
  );
}
