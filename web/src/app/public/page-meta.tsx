import { SITE_ORIGIN } from '@duai/contract';

/** Pictures shown where a page is shared: web/public/og, drawn by media/share-images.ts. */
export type ShareImage = 'home' | 'press' | 'trial' | 'second-opinion' | 'legal';

/** Metadata for search engines and share previews. The server replaces SITE_ORIGIN with its own address. */
export function PageMeta({
  path,
  title,
  description,
  image,
}: {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly image: ShareImage;
}) {
  const address = `${SITE_ORIGIN}${path}`;
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={address} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content="DUAI" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={address} />
      <meta property="og:image" content={`${SITE_ORIGIN}/og/${image}.png`} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={title} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}

/** Structured data (schema.org), in a data block, which the Content-Security-Policy allows. */
export function StructuredData({ data }: { readonly data: Readonly<Record<string, unknown>> }) {
  return <script type="application/ld+json">{JSON.stringify({ '@context': 'https://schema.org', ...data })}</script>;
}

/** Keeps a page out of search engines; the sitemap leaves it out too. */
export function NoIndex() {
  return <meta name="robots" content="noindex" />;
}
