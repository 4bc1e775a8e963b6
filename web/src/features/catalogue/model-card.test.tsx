import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { ModelCard } from './model-card.tsx';

const CARD = `# Title

## Use

One line
and **more** of \`code\`.

- a
- b
  goes on

<!-- figures -->

| figure | value |
| --- | --- |
| error, % | −0.01 |

<script>alert(1)</script>
`;

it('shows headings, paragraphs, lists and tables of a model card, and leaves its title, comments and HTML out', () => {
  const html = renderToStaticMarkup(<ModelCard title="Lung" markdown={CARD} />).replace(/ class="[^"]*"/g, '');
  expect(html).toContain('<h2>Use</h2>');
  expect(html).toContain('<p>One line\nand <strong>more</strong> of <code>code</code>.</p>');
  expect(html).toMatch(/<li>a<\/li>\s*<li>b\s+goes on<\/li>/);
  expect(html).toContain('Lung: figure, value');
  expect(html).toMatch(/<td>error, %<\/td>\s*<td><span>value: <\/span>−0\.01<\/td>/);
  expect(html).not.toMatch(/Title|figures|script|alert/);
});
