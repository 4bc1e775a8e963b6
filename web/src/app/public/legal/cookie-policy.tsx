import { COMPANY } from '../../../content/contacts.ts';
import { COOKIE_NOTICES } from '../../../content/cookie-notices.ts';
import { CATEGORY_TEXTS, KEPT_ITEMS } from '../../../content/cookies.ts';
import { COOKIE_CATEGORIES, type CookieCategory } from '../../../lib/cookie-choice.ts';
import { STATIC_PAGE } from '../../../static-page.ts';
import { CookieChoiceForm } from './cookie-choice-form.tsx';
import { LegalPage, type LegalSection } from './legal-page.tsx';
import { noticeSections } from './notice-sections.tsx';

export const handle = STATIC_PAGE;

/** What is stored for one category, as a table that becomes a list on a phone. */
function KeptTable({ category }: { readonly category: CookieCategory }) {
  const items = KEPT_ITEMS.filter((item) => item.category === category);
  if (items.length === 0) return null;
  return (
    <table className="kept-table">
      <caption className="sr-only">{CATEGORY_TEXTS[category].name}: what is kept</caption>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Purpose</th>
          <th scope="col">Kept</th>
        </tr>
      </thead>
      <tbody>
        {items.map(({ name, where, purpose, duration }) => (
          <tr key={name}>
            <th scope="row">
              <code>{name}</code>
              <span>{where}</span>
            </th>
            <td>{purpose}</td>
            <td>{duration}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const sections: LegalSection[] = [
  {
    id: 'choice',
    title: 'Your choice',
    body: (
      <>
        <p>
          You can change it here at any time; "Cookie settings" at the foot of each page leads to this place. Before you
          choose, nothing but the essential is stored.
        </p>
        <CookieChoiceForm />
      </>
    ),
  },
  {
    id: 'what',
    title: 'What we mean by cookies',
    body: (
      <p>
        Small pieces of text that a site keeps in your browser: cookies in the narrow sense, which travel with each
        request, and the local and session storage of the browser, which stay on your device. The same rules hold for
        all of them (Directive 2002/58/EC, Article 5(3); GDPR; KVKK), and so does this policy.
      </p>
    ),
  },
  ...COOKIE_CATEGORIES.map((category) => ({
    id: category,
    title: `${CATEGORY_TEXTS[category].name} cookies`,
    body: (
      <>
        <p>{CATEGORY_TEXTS[category].text}</p>
        <KeptTable category={category} />
      </>
    ),
  })),
  {
    id: 'third-parties',
    title: 'Third parties',
    body: (
      <p>
        No other company sets or reads anything on these pages: fonts, pictures and films come from our own server, and
        no film or map of others is embedded. Links to other sites are plain links; what those sites store is theirs to
        explain.
      </p>
    ),
  },
  {
    id: 'browser',
    title: 'In your browser',
    body: (
      <p>
        Every browser can show, block and delete cookies and stored data. If you block the essential ones you cannot
        stay signed in. Questions: <a href={`mailto:${COMPANY.privacyEmail}`}>{COMPANY.privacyEmail}</a>.
      </p>
    ),
  },
  ...noticeSections(COOKIE_NOTICES),
];

export default function CookiePolicy() {
  return (
    <LegalPage
      path="/cookie-policy"
      title="Cookie Policy"
      description="What DUAI keeps in your browser: essential, analytics, preference and marketing cookies, each with name, purpose and duration, and your choice."
      summary={
        <p>
          We keep what signing in and your own settings need. We set no analytics and no marketing cookies today, and
          none without your consent.
        </p>
      }
      sections={sections}
    />
  );
}
