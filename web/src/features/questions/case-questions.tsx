import { activeLanguage } from '../../lib/language.ts';
import { useLanguage, useWorkTexts } from '../../lib/messages.tsx';
import { Card } from '../../ui/card.tsx';
import { QuestionThread } from './question-thread.tsx';

/** The patient's view, on the page of the case. */
export function CaseQuestions({ caseId, owner }: { readonly caseId: string; readonly owner: string }) {
  const { language, messages } = useLanguage();
  const texts = messages.questions;
  return (
    <Card>
      <h2 className="mb-4 font-serif text-xl font-semibold">{texts.heading}</h2>
      <QuestionThread
        caseId={caseId}
        side="patient"
        owner={owner}
        language={language}
        texts={{ ...texts, retry: messages.interface.retry, failedText: messages.interface.noConnection }}
      />
    </Card>
  );
}

/** The radiologist's view, a small panel on the reading page. */
export function ReadingQuestions({ caseId, owner }: { readonly caseId: string; readonly owner: string }) {
  const { readings, interface: shared } = useWorkTexts();
  const texts = readings.questions;
  return (
    <section aria-labelledby="questions" className="grid gap-3 rounded border border-grey-2 bg-surface p-3 text-sm">
      <h2 id="questions" className="font-semibold">
        {texts.heading}
      </h2>
      <QuestionThread
        caseId={caseId}
        side="radiologist"
        owner={owner}
        language={activeLanguage()}
        texts={{ ...texts, retry: shared.retry }}
      />
    </section>
  );
}
