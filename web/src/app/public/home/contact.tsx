import { Mail } from 'lucide-react';
import { CONTACTS } from '../../../content/contacts.ts';
import { CONTACT_REQUESTS, LOCATIONS, mailDraft } from '../../../content/home-page.ts';
import { linkClasses } from '../../../ui/page.tsx';

/** Four kinds of request; a second click opens a mail draft. The page itself sends nothing. */
export function Contact() {
  return (
    <section id="contact" aria-labelledby="contact-heading" className="contact">
      <div>
        <h2 id="contact-heading" className="display text-[clamp(2.1rem,3.9vw,3.25rem)]">
          Contact
        </h2>
        <p className="mt-4 max-w-sm text-grey-4">
          Choose a topic, then click again to confirm. Your e-mail program opens with a draft.
        </p>
        <dl className="mt-8 grid gap-6 sm:grid-cols-2 lg:grid-cols-1 xl:grid-cols-2">
          {LOCATIONS.map(({ city, role, country, position }) => (
            <div key={city} className="border-t border-ink pt-3">
              <dt className="font-serif text-2xl font-semibold">{city}</dt>
              <dd className="text-grey-4">
                {role}, {country}
                <span className="block font-mono text-xs">{position}</span>
              </dd>
            </div>
          ))}
        </dl>
        <p className="mt-8 text-grey-4">
          No e-mail program? Write to us:{' '}
          <a
            className={`${linkClasses} inline-flex min-h-8 max-w-full items-center wrap-anywhere`}
            href={`mailto:${CONTACTS.contact}`}
          >
            {CONTACTS.contact}
          </a>
        </p>
      </div>
      <ul className="border-b border-grey-3" data-contact-requests aria-live="polite">
        {CONTACT_REQUESTS.map(({ id, label, text, subject, body }) => (
          <li key={id}>
            <button
              type="button"
              aria-pressed="false"
              data-draft={mailDraft(CONTACTS.contact, { subject, body })}
              className="contact-request"
            >
              <span className="font-serif text-2xl font-semibold" data-label={label}>
                {label}
              </span>
              <span>{text}</span>
              <Mail aria-hidden className="size-5" strokeWidth={1.5} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
