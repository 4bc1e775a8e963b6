import { monitoring } from '@duai/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { useWorkTexts } from '../../lib/messages.tsx';
import { keyOf } from '../../lib/query-keys.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { VersionFiguresCard } from './version-figures.tsx';

/** Every version that ran on the studies of the institution. */
export function OwnFigures() {
  const texts = useWorkTexts().evaluation.monitoring;
  const found = useQuery({
    queryKey: keyOf(monitoring.listOwnFigures),
    queryFn: ({ signal }) => call(monitoring.listOwnFigures, { signal }),
    staleTime: 0,
  });
  return (
    <section aria-labelledby="monitoring" className="grid grid-cols-1 gap-4">
      <div>
        <h2 id="monitoring" className="font-serif text-xl font-semibold">
          {texts.title}
        </h2>
        <p className="max-w-2xl text-grey-4">{texts.help}</p>
      </div>
      <Loaded query={found}>
        {(rows) =>
          rows.length === 0 ? (
            <p className="text-grey-4">{texts.none}</p>
          ) : (
            <ul className="grid grid-cols-1 gap-4">
              {rows.map((figures) => (
                <li key={`${figures.algorithmId} ${figures.version}`}>
                  <VersionFiguresCard figures={figures} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}
