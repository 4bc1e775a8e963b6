import type { pacs } from '@duai/contract';
import { formatDay } from '../../lib/formatting.ts';
import { activeLanguage } from '../../lib/language.ts';
import { useWorkTexts } from '../../lib/messages.tsx';
import { Badge } from '../../ui/badge.tsx';

/** Address and protocol of a system. */
export function NodePlace({ node }: { readonly node: pacs.PacsPeer }) {
  const texts = useWorkTexts().pacs.nodes;
  return (
    <>
      {node.host === null ? (
        <span className="text-grey-4">{texts.nowhere}</span>
      ) : (
        <span className="font-mono break-all">{`${node.host}:${node.port}`}</span>
      )}
      <p className="text-grey-4">{texts[node.transport]}</p>
      {node.certificateValidTo && (
        <p className="text-grey-4">
          {texts.certificateUntil({ day: formatDay(node.certificateValidTo.slice(0, 10), activeLanguage()) })}
        </p>
      )}
    </>
  );
}

export function NodeState({ node }: { readonly node: pacs.PacsPeer }) {
  const texts = useWorkTexts().pacs.nodes;
  return (
    <Badge tone={node.isOpen ? 'green' : 'yellow'} className="max-lg:whitespace-normal">
      {node.isOpen ? texts.isOpen : texts.isClosed}
    </Badge>
  );
}
