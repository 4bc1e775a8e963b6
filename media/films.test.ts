import { expect, it } from 'vitest';
import { heroFilm } from './films.ts';

it('no frame of the hero has a black sliver: what is dark has grey beside it', () => {
  const film = heroFilm();
  const picture = new Uint8Array(film.width * film.height * 3);
  const steepest = [30, 50, 83, 150, 183].map((frame) => {
    film.paint(frame, picture);
    let most = 0;
    for (let at = 3; at < picture.length; at += 3) {
      if ((at / 3) % film.width !== 0) most = Math.max(most, Math.abs(picture[at]! - picture[at - 3]!));
    }
    return most;
  });
  expect(Math.max(...steepest)).toBeLessThan(90);
});
