import { dicomwebTransactions } from '@duai/contract';
import { mediaTypeOf } from './media-types/multipart-related.ts';

/** The media type of WADL; a browser's `application/xml` gets the same. */
export const WADL = 'application/vnd.sun.wadl+xml';
const ROOT = '/api/dicom-web';

/** Whether a client takes WADL (PS3.18 section 8.9.1.3); a description in JSON is not offered. */
export const takesWadl = (accept: string | undefined): boolean =>
  (accept?.trim() || '*/*')
    .split(',')
    .map((range) => mediaTypeOf(range.trim()).type)
    .some((type) => ['*/*', 'application/*', 'application/xml', WADL].includes(type));

interface Resource {
  children: Map<string, Resource>;
  transactions: dicomwebTransactions.Transaction[];
}

/**
 * The capabilities description (PS3.18 annex H): a WADL document of the resources below `publicUrl`, made from the table that the
 * conformance statement is made from.
 */
export function capabilities(publicUrl: string): string {
  const root: Resource = { children: new Map(), transactions: [] };
  for (const transaction of dicomwebTransactions.TRANSACTIONS) {
    let resource = root;
    for (const step of transaction.endpoint.path.slice(ROOT.length + 1).split('/')) {
      const child = resource.children.get(step) ?? { children: new Map(), transactions: [] };
      resource.children.set(step, child);
      resource = child;
    }
    resource.transactions.push(transaction);
  }
  return `<?xml version="1.0" encoding="UTF-8"?>
<application xmlns="http://wadl.dev.java.net/2009/02" xmlns:xs="http://www.w3.org/2001/XMLSchema">
<resources base="${text(`${publicUrl}${ROOT}`)}">
${[...root.children].map(resourceXml).join('\n')}
</resources>
</application>
`;
}

function resourceXml([step, { children, transactions }]: [string, Resource]): string {
  const name = step.startsWith(':') ? step.slice(1) : undefined;
  return [
    `<resource path="${name ? `{${name}}` : step}">`,
    ...(name ? [`<param name="${name}" style="template" type="xs:string" required="true"/>`] : []),
    ...transactions.map(methodXml),
    ...[...children].map(resourceXml),
    '</resource>',
  ].join('\n');
}

const methodXml = ({ name, endpoint, query, takes, gives, statuses }: dicomwebTransactions.Transaction): string =>
  [
    `<method name="${endpoint.method}" id="${name}">`,
    '<request>',
    `<param name="Accept" style="header" type="xs:string" default="${text(gives[0] ?? '')}">`,
    ...gives.map((type) => `<option value="${text(type)}"/>`),
    '</param>',
    ...query.map((parameter) => `<param name="${parameter}" style="query" type="xs:string"/>`),
    ...(takes ? [`<representation mediaType="${text(takes)}"/>`] : []),
    '</request>',
    `<response status="${statuses.filter((status) => status < 300).join(' ')}">`,
    ...gives.map((type) => `<representation mediaType="${text(type)}"/>`),
    '</response>',
    `<response status="${statuses.filter((status) => status >= 300).join(' ')}"/>`,
    '</method>',
  ].join('\n');

const text = (raw: string): string =>
  raw.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
