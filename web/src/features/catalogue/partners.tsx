import { catalogue } from '@duai/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { activeLanguage } from '../../lib/language.ts';
import { useWorkTexts } from '../../lib/messages.tsx';
import { keyOf } from '../../lib/query-keys.ts';
import { Badge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Loaded } from '../../ui/loaded.tsx';

/** Who made the models in the institution's catalogue, and which of them are on. */
export function Partners() {
  const texts = useWorkTexts().catalogue.partners;
  const language = activeLanguage();
  const models = useQuery({
    queryKey: keyOf(catalogue.listModels),
    queryFn: ({ signal }) => call(catalogue.listModels, { signal }),
  });
  return (
    <section aria-labelledby="partners" className="grid gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id="partners" className="text-lg font-semibold">
          {texts.title}
        </h2>
        <ButtonLink variant="quiet" size="small" to="/duaicheck-trial/dashboard/models">
          {texts.openModels}
        </ButtonLink>
      </div>
      <Loaded query={models}>
        {(rows) => (
          <ul className="grid gap-3">
            {[...Map.groupBy(rows, ({ maker }) => maker)].map(([maker, theirs]) => (
              <li key={maker}>
                <Card className="grid gap-4">
                  <div>
                    <h3 className="font-semibold">{maker}</h3>
                    <p className="text-sm text-grey-4">
                      {texts.modelsOn({
                        on: theirs.filter(({ isEnabled, isAssisted }) => isEnabled && !isAssisted).length,
                        count: theirs.length,
                      })}
                    </p>
                  </div>
                  <ul className="grid gap-x-8 gap-y-3 sm:grid-cols-2 xl:grid-cols-4">
                    {theirs.map(({ id, title, modalities, isEnabled, isAssisted }) => (
                      <li key={id} className="grid content-start justify-items-start gap-1 border-t border-grey-2 pt-3">
                        <span>{title[language]}</span>
                        <span className="flex flex-wrap items-center gap-2 text-sm text-grey-4">
                          {modalities.length > 0 ? modalities.join(', ') : texts.anyModality}
                          {isAssisted && <span>{texts.onARegion}</span>}
                          {!isEnabled && !isAssisted && <Badge tone="grey">{texts.off}</Badge>}
                        </span>
                      </li>
                    ))}
                  </ul>
                </Card>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  );
}
