import { expect, it } from 'vitest';
import { classesIn, usedStyles } from './used-styles.ts';

it('a page keeps the rules about classes that it or a script of it names', () => {
  const styles = [
    '@layer utilities{.md\\:flex{display:flex}.\\[\\&_p\\]\\:mt-3 p{margin-top:3px}.told{color:red}.gone{color:blue}}',
    '.kept .gone{color:gold}.kept p{color:green}',
    ':focus-visible{outline:1px solid}[hidden]:not(.gone){display:none}[data-state=open] p{top:0}',
    '@media (width>=40rem){.gone{top:1px}}',
    ':root{--asked:red;--of-gone:blue;--told:1px}.told{color:var(--asked);animation:turn 1s}',
    '.gone{color:var(--of-gone);animation:leave 1s}@keyframes turn{to{rotate:1turn}}@keyframes leave{to{top:0}}',
  ].join('');
  const html = '<p class="md:flex [&amp;_p]:mt-3 kept">gone</p>';
  const used = usedStyles(styles, html, ['element.classList.add("told")']);
  for (const rule of [
    '.md\\:flex{',
    'mt-3 p{',
    '.told{',
    '.kept p{',
    ':focus-visible{',
    '[data-state=open] p{',
    '--asked:red',
    '@keyframes turn',
  ])
    expect(used).toContain(rule);
  expect(used).toContain('[hidden]');
  expect(used).not.toContain('color:#00f');
  expect(used).not.toContain('gold');
  for (const gone of ['@media', 'of-gone', 'leave', '--told']) expect(used).not.toContain(gone);
});

it('class names are read as they are, not as HTML writes them', () => {
  expect(classesIn('<p class="a [&amp;&gt;p]:b"></p><p class="a c"></p>')).toEqual(['a', '[&>p]:b', 'c']);
});
