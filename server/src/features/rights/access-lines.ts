import type { rights as contract } from '@duai/contract';
import type { AccessGroup } from '../audit/index.ts';

type Kind = contract.AccessLine['kind'];
type Party = contract.AccessLine['party'];

/** The kind of line for each action of the audit trail; null: the action is routine when the patient does it. */
const KINDS: Record<string, Kind | null> = {
  'accounts.register': 'registered',
  'accounts.login': 'signed-in',
  'accounts.forgot-password': 'asked-password-reset',
  'cases.read': 'opened-case',
  'cases.read-first-report': 'opened-case',
  'cases.list': null,
  'cases.create': 'changed-case',
  'cases.claim': 'opened-case',
  'cases.release': null,
  'cases.send-back': 'changed-case',
  'studies.upload': 'uploaded-images',
  'studies.declare-one-person': 'changed-case',
  'studies.list': null,
  'studies.submit-again': 'changed-case',
  'studies.preview': 'viewed-images',
  'studies.frames': 'viewed-images',
  'studies.download': 'downloaded-images',
  'reports.open-case': 'opened-case',
  'reports.read-critical-call': 'opened-case',
  'reports.read': 'read-report',
  'reports.read-pdf': 'read-report',
  'reports.read-masks': 'viewed-images',
  'reports.save': 'wrote-report',
  'reports.judge': 'wrote-report',
  'reports.measure': 'wrote-report',
  'reports.add-measurement': 'wrote-report',
  'reports.annotate-measurement': 'wrote-report',
  'reports.move-measurement': 'wrote-report',
  'reports.remove-measurement': 'wrote-report',
  'reports.correct-mask': 'wrote-report',
  'reports.read-marks': 'read-report',
  'reports.export-measurements': 'read-report',
  'reports.leave-out-objects': 'read-report',
  'reports.sign': 'signed-report',
  'reports.addendum': 'signed-report',
  'questions.read': null,
  'questions.ask': 'changed-case',
  'questions.answer': 'changed-case',
  'notes.read': 'opened-case',
  'notes.ask': 'opened-case',
  'notes.answer': 'opened-case',
  'shares.list': null,
  'shares.create': 'shared',
  'shares.revoke': 'shared',
  'shares.close': null,
  'shares.open': 'opened-share',
  'rights.access': null,
  'rights.prepare-export': null,
  'rights.export': 'exported',
  'rights.ask-erasure': 'asked-erasure',
  'rights.cancel-erasure': 'asked-erasure',
};

/** The kind of line for a group; an action that is not listed gets a kind by its feature. */
function kindOf({ action, actorRealm, outcome }: AccessGroup): Kind | null {
  if (action === 'accounts.login' && outcome === 'refused') return 'sign-in-refused';
  if (action === 'shares.open' && outcome === 'refused') return 'share-refused';
  const known = KINDS[action];
  // Routine for the patient, but listed where staff does it.
  if (known === null) return actorRealm === 'staff' ? 'opened-case' : null;
  if (known) return known;
  if (/^(cases|questions)\./.test(action)) return 'changed-case';
  return action.startsWith('accounts.') ? 'changed-account' : 'other';
}

function partyOf({ actorRealm, actorId, action, outcome }: AccessGroup, patientId: string, { staff }: Names): Party {
  if (actorRealm === 'patient') return actorId === patientId ? 'you' : 'nobody';
  if (actorRealm === 'staff') return staff.get(actorId ?? '')?.role === 'operator' ? 'operator' : 'radiologist';
  if (actorRealm === 'shared') return 'shared-link';
  if (actorRealm === 'system') return 'system';
  // An anonymous actor who gave a right password or mailed link is the patient. Anybody can ask for a reset link.
  const hasProved = action.startsWith('accounts.') && action !== 'accounts.forgot-password' && outcome === 'ok';
  return hasProved ? 'you' : 'nobody';
}

interface Names {
  /** Name and role of staff, by id. */
  staff: Map<string, { name: string; role: string }>;
  /** The patient's label of a share link, by id. */
  shares: Map<string, string | null>;
  caseNumbers: Map<string, string>;
}

/** One group of the trail as a line, or null where it tells the patient nothing. Operators are not named. */
export function accessLine(group: AccessGroup, patientId: string, names: Names): contract.AccessLine | null {
  const kind = kindOf(group);
  if (!kind) return null;
  const party = partyOf(group, patientId, names);
  return {
    from: group.from.toISOString(),
    to: group.to.toISOString(),
    party,
    name:
      party === 'radiologist'
        ? (names.staff.get(group.actorId ?? '')?.name ?? null)
        : party === 'shared-link'
          ? (names.shares.get(group.actorId ?? '') ?? null)
          : null,
    kind,
    caseNumber: group.caseId ? (names.caseNumbers.get(group.caseId) ?? null) : null,
    count: group.count,
  };
}

/** Merges lines that differ only in the exact action, if they began in the same hour; the latest is first. */
export function mergeLines(lines: contract.AccessLine[]): contract.AccessLine[] {
  const merged = new Map<string, contract.AccessLine>();
  for (const line of lines) {
    const key = JSON.stringify([line.from.slice(0, 13), line.party, line.name, line.kind, line.caseNumber]);
    const same = merged.get(key);
    if (!same) merged.set(key, line);
    else
      merged.set(key, {
        ...same,
        from: [same.from, line.from].sort().at(0) ?? line.from,
        to: [same.to, line.to].sort().at(-1) ?? line.to,
        count: same.count + line.count,
      });
  }
  return [...merged.values()].sort((a, b) => b.to.localeCompare(a.to));
}
