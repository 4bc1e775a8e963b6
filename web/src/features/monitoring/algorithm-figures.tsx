import { monitoring } from '@duai/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { useWorkTexts } from '../../lib/messages.tsx';
import { keyOf } from '../../lib/query-keys.ts';
import { useChange } from '../../lib/use-change.ts';
import { Checkbox } from '../../ui/forms/choices.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { VersionFiguresCard } from './version-figures.tsx';

/** Every version of an algorithm on the studies of each institution and on patients' cases, and whether a breach pauses it. */
export function AlgorithmFigures({
  algorithmId,
  nameOf,
}: {
  readonly algorithmId: string;
  readonly nameOf: (institutionId: string) => string;
}) {
  const texts = useWorkTexts().evaluation.monitoring;
  const params = { algorithmId };
  const key = keyOf(monitoring.listVersionFigures, { params });
  const found = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(monitoring.listVersionFigures, { params, signal }),
    staleTime: 0,
  });
  const guard = useChange(key, (wish: { version: string; pausesOnBreach: boolean }) =>
    call(monitoring.setVersionGuard, {
      params: { algorithmId, version: wish.version },
      body: { pausesOnBreach: wish.pausesOnBreach },
    }),
  );
  return (
    <Loaded query={found}>
      {(rows) =>
        rows.length === 0 ? (
          <p className="text-grey-4">{texts.none}</p>
        ) : (
          <ul className="grid grid-cols-1 gap-4">
            {rows.map((figures) => (
              <li key={`${figures.version} ${figures.institutionId}`}>
                <VersionFiguresCard
                  figures={figures}
                  whose={figures.institutionId === null ? texts.patients : nameOf(figures.institutionId)}
                >
                  <Checkbox
                    label={texts.pauses({ version: figures.version })}
                    help={texts.pausesHelp}
                    checked={
                      guard.isPending && guard.variables.version === figures.version
                        ? guard.variables.pausesOnBreach
                        : figures.pausesOnBreach
                    }
                    disabled={guard.isPending}
                    onChange={(event) =>
                      guard.mutate({ version: figures.version, pausesOnBreach: event.target.checked })
                    }
                  />
                </VersionFiguresCard>
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}
