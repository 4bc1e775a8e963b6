import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BOARD } from './board.ts';
import { CONTACT_REQUESTS, LOCATIONS, mailDraft } from './home-page.ts';
import { HOME_NAVIGATION } from './navigation.ts';
import { PARTNERS } from './partners.ts';
import { QUANTUM_STUDY } from './quantum-study.ts';
import { TEAM } from './team.ts';

const fieldsOf = (records: readonly object[]) => [...new Set(records.map((record) => Object.keys(record).join(', ')))];

describe('the records of the home page', () => {
  it('navigation item: title, href [PUB-055]', () => {
    expect(fieldsOf(HOME_NAVIGATION)).toEqual(['title, href']);
    expect(HOME_NAVIGATION.map(({ href }) => href).join(' ')).toBe(
      '#manifesto #focus #duaicheck #quantact #science #partners #team #contact',
    );
  });

  it('advisory board member: name, role, bio, color, photoId, profileUrl, socialLinks of linkedin or x [PUB-056] [PUB-057]', () => {
    expect(BOARD.entries).toHaveLength(3);
    expect(fieldsOf(BOARD.entries)).toEqual(['name, role, bio, color, photoId, profileUrl, socialLinks']);
    const links = BOARD.entries.flatMap(({ socialLinks }) => socialLinks);
    expect(fieldsOf(links)).toEqual(['type, url']);
    for (const { type, url } of links) {
      expect(['linkedin', 'x']).toContain(type);
      expect(new URL(url).protocol).toBe('https:');
    }
  });

  it('partner: name, location, description, logoId, website, in five countries [PUB-058]', () => {
    expect(fieldsOf(PARTNERS.entries)).toEqual(['name, location, description, logoId, website']);
    expect(PARTNERS.entries.map(({ location }) => location)).toEqual([
      'United States',
      'France',
      'Spain',
      'United Kingdom',
      'Italy',
    ]);
  });

  it('team member: name, role, bio, photoUrl [PUB-059]', () => {
    expect(TEAM.entries).toHaveLength(6);
    expect(fieldsOf(TEAM.entries)).toEqual(['name, role, bio, photoUrl']);
  });

  it('quantum study item: title and content in en, tr and ar, and color [PUB-060]', () => {
    expect(fieldsOf(QUANTUM_STUDY)).toEqual(['title, content, color']);
    for (const { title, content } of QUANTUM_STUDY) {
      expect(fieldsOf([title, content])).toEqual(['en, tr, ar']);
      expect(content.ar).toMatch(/\p{Script=Arabic}/u);
      expect(content.tr).toMatch(/[çğıöşü]/);
    }
  });

  it('are fixed content: their files import nothing that could call a server [PUB-061]', () => {
    for (const file of ['navigation', 'board', 'partners', 'team', 'quantum-study']) {
      const text = readFileSync(join(import.meta.dirname, `${file}.ts`), 'utf8');
      const imports = [...text.matchAll(/from '([^']+)'/g)].map((match) => match[1]);
      expect(imports.filter((path) => path !== './sample-content.ts')).toEqual([]);
      expect(text).not.toMatch(/fetch\(/);
    }
  });

  it('people and partners are invented, marked as such, and written in no component [PUB-062]', () => {
    for (const { isSample, entries } of [BOARD, PARTNERS, TEAM]) {
      expect(isSample).toBe(true);
      expect(entries.length).toBeGreaterThan(2);
    }
    const names = [BOARD, PARTNERS, TEAM].flatMap(({ entries }) => entries.map(({ name }) => name));
    const pages = join(import.meta.dirname, '..', 'app', 'public', 'home');
    for (const file of readdirSync(pages)) {
      const text = readFileSync(join(pages, file), 'utf8');
      for (const name of names) expect(text, `${name} in ${file}`).not.toContain(name);
    }
  });

  it('pictures and logos that they name lie on the server', () => {
    const assets = join(import.meta.dirname, '..', '..', '..', 'server', 'site-assets');
    const [members, logos] = ['members', 'partners'].map((kind) => readdirSync(join(assets, kind)));
    for (const { photoId } of BOARD.entries) expect(members).toContain(`${photoId}.svg`);
    for (const { photoUrl } of TEAM.entries) expect(members).toContain(`${photoUrl.replace('/api/members/', '')}.svg`);
    for (const { logoId } of PARTNERS.entries) expect(logos).toContain(`${logoId}.svg`);
    const copies = join(import.meta.dirname, '..', '..', 'public', 'images');
    for (const file of readdirSync(join(assets, 'images')))
      expect(readFileSync(join(copies, file)).equals(readFileSync(join(assets, 'images', file))), file).toBe(true);
  });

  it('contact: four requests as mail drafts, two locations', () => {
    expect(CONTACT_REQUESTS.map(({ id }) => id)).toEqual(['demo', 'partnership', 'media', 'quantum-study']);
    expect(LOCATIONS.map(({ city }) => city)).toEqual(['Nicosia', 'Dubai']);
    expect(mailDraft('a@b.example', { subject: 'One & two', body: 'x\ny' })).toBe(
      'mailto:a@b.example?subject=One%20%26%20two&body=x%0D%0Ay',
    );
  });
});
