import { claims } from '@duai/contract';
import { expect, it } from 'vitest';
import { withClaims } from './claims-place.ts';

const PAGE = `<!DOCTYPE html><html lang="en"><script>if (1 < 2) document.write('<p data-claim="timeSaving">')</script><ul><li data-claim="costSavings"><img src="x"><span>80%<br>off</span><p data-claim="costSavings">again</p></li><li data-claim="privacy">100%</li></ul><p>${claims.INSTALLED_PLACE}</p></html>`;
const MEASURED = new Map([[claims.INSTALLED_PLACE, '2 algorithms']]);

it('cuts a withdrawn claim with all that stands in it, and nothing else', () => {
  const page = withClaims(PAGE, ['costSavings', 'timeSaving'], MEASURED);
  expect(page).toBe(
    PAGE.replace(/<li data-claim="costSavings">.*?<\/li>/, '')
      .replace(claims.INSTALLED_PLACE, '2 algorithms')
      .replace('<html ', '<html data-hidden-claims="costSavings timeSaving" '),
  );
});

it('leaves a page as it is where nothing is withdrawn', () => {
  expect(withClaims(PAGE, [], MEASURED)).toBe(PAGE.replace(claims.INSTALLED_PLACE, '2 algorithms'));
});
