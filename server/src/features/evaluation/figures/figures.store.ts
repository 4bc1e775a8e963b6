import { type evaluation as contract, evaluationFigures } from '@duai/contract';
import { asc, eq, type SQL, sql } from 'drizzle-orm';
import type { ReadTx } from '../../../adapters/database/port.ts';
import { proofQuestions, type QuestionRow } from '../evaluation.tables.ts';
import { presentQuestion } from '../present-proof.ts';
import { accuracyOfCounts, type Counts, subgroupOrder } from './accuracy.ts';
import { readerAgreement } from './reader-agreement.ts';

interface CountRow extends Record<string, unknown> {
  by: 'all' | (typeof contract.SUBGROUPS)[number];
  group: string;
  true_positives: string;
  false_positives: string;
  true_negatives: string;
  false_negatives: string;
  positives: string;
  negatives: string;
  below: string;
  below_squared: string;
  up_to: string;
  up_to_squared: string;
}

export interface QuestionFigures {
  question: QuestionRow;
  withoutAnswer: number;
  withoutTruth: number;
  all: contract.Accuracy;
  subgroups: contract.Proof['subgroups'];
  readers: contract.Proof['readers'];
}

/** SQL for the answers to a question: for each scan that has one, whether it is positive, and its score. */
function answersTo({ institutionId, algorithmId, positiveWhen }: QuestionRow): SQL {
  const of = (kind: string, code: string) =>
    sql`institution_id = ${institutionId} and algorithm_id = ${algorithmId} and kind = ${kind} and code = ${code}`;
  if (positiveWhen.kind === 'finding')
    return sql`
      select ran.scan_id, seen.scan_id is not null as is_positive, null::double precision as score
      from (select scan_id from scan_answers where ${of('run', '')}) ran
      left join (select scan_id from scan_answers where ${of('finding', positiveWhen.code)}) seen using (scan_id)`;
  const score = positiveWhen.direction === 'at-least' ? sql`high` : sql`low`;
  const reaches = positiveWhen.direction === 'at-least' ? sql`>=` : sql`<=`;
  return sql`
    select scan_id, ${score} ${reaches} ${positiveWhen.threshold}::double precision as is_positive, ${score} as score
    from scan_answers where ${of('measurement', positiveWhen.code)}`;
}

/** How many scans have an answer to the question. */
async function countAnswers(on: ReadTx, { institutionId, algorithmId, positiveWhen }: QuestionRow): Promise<number> {
  const [kind, code] = positiveWhen.kind === 'finding' ? ['run', ''] : ['measurement', positiveWhen.code];
  const { rows } = await on.execute<{ count: number }>(sql`
    select count(*)::int as count from scan_answers
    where institution_id = ${institutionId} and algorithm_id = ${algorithmId} and kind = ${kind} and code = ${code}`);
  return rows[0]!.count;
}

/**
 * SQL for the truths of a question, with person and device. A label takes precedence over a verdict, and a label by UID
 * over one by scan id; verdicts on single findings are combined as in `verdictOnStudy`. The work grows with the number
 * of truths, not of studies: most labels are by UID and need only the index `scans_uid`.
 */
function truthsOf({ id, institutionId, algorithmId, positiveWhen }: QuestionRow): SQL {
  const about = positiveWhen.kind === 'finding' ? null : id;
  return sql`
    named as materialized (
      select labels.study::uuid as scan_id, labels.label from proof_labels labels
      where labels.question_id = ${id} and case when length(labels.study) = 36
        then labels.study ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' end
    ),
    by_uid as (
      select scans.id as scan_id, scans.patient_sex, scans.patient_age_years, scans.device, labels.label
      from proof_labels labels
      join scans on scans.institution_id = ${institutionId} and scans.study_instance_uid = labels.study
      where labels.question_id = ${id} and scans.billing <> 'sample'
    ),
    labelled as (
      select * from by_uid
      union all
      select scans.id, scans.patient_sex, scans.patient_age_years, scans.device, named.label
      from named join scans on scans.id = named.scan_id
      where scans.institution_id = ${institutionId} and scans.billing <> 'sample'
        and not exists (select 1 from by_uid where by_uid.scan_id = scans.id)
    ),
    by_reader as (
      select scans.id as scan_id, verdicts.given_by, scans.patient_sex, scans.patient_age_years, scans.device, coalesce(
        min(verdicts.verdict) filter (where verdicts.finding_id is null),
        case when bool_or(verdicts.verdict = 'agree') then 'agree' end,
        case when count(*) >= (
          select case when count(*) > 0 then count(*) end
          from studies
          join analyses on analyses.study_id = studies.id and analyses.submission = scans.submission
            and analyses.algorithm_id = ${algorithmId}
          cross join lateral jsonb_array_elements(case analyses.told ->> 'outcome'
            when 'evaluated' then (analyses.told -> 'findings') || (analyses.told -> 'limitations')
            else analyses.told -> 'reasons' end) sentence
          where studies.scan_id = scans.id and sentence ->> 'code' = ${positiveWhen.code}
        ) then 'disagree' end) as verdict
      from proof_verdicts verdicts
      join scans on scans.id = verdicts.scan_id and scans.submission = verdicts.submission
      where verdicts.institution_id = ${institutionId} and verdicts.algorithm_id = ${algorithmId}
        and verdicts.code = ${positiveWhen.code} and verdicts.question_id is not distinct from ${about}::uuid
      group by scans.id, verdicts.given_by
    ),
    judged as (
      -- Where readers differ there is no truth: it needs a label.
      select scan_id, patient_sex, patient_age_years, device,
        case when min(verdict) = max(verdict) then min(verdict) end as verdict
      from by_reader group by scan_id, patient_sex, patient_age_years, device
    ),
    truths as (
      select scan_id, patient_sex, patient_age_years, device, label, null as verdict from labelled
      union all
      select scan_id, patient_sex, patient_age_years, device, null, verdict from judged
      where verdict is not null and not exists (select 1 from labelled where labelled.scan_id = judged.scan_id)
    )`;
}

interface RatingRow extends Record<string, unknown> {
  readers: string[];
  positive: boolean[];
  studies: number;
}

/** The ratings of studies by readers: whether each says that the condition is present. */
async function countRatings(on: ReadTx, question: QuestionRow): Promise<RatingRow[]> {
  const { rows } = await on.execute<RatingRow>(sql`
    with ${truthsOf(question)},
    answers as (${answersTo(question)}),
    rated as (
      select by_reader.scan_id, array_agg(by_reader.given_by order by by_reader.given_by) as readers,
        array_agg((by_reader.verdict = 'agree') = answers.is_positive order by by_reader.given_by) as positive
      from by_reader join answers on answers.scan_id = by_reader.scan_id
      where by_reader.verdict is not null
      group by by_reader.scan_id having count(*) > 1
    )
    select readers, positive, count(*)::int as studies from rated group by readers, positive`);
  return rows;
}

/** Figures of one question, counted by the database, which returns one row for each subgroup. */
export async function countQuestion(on: ReadTx, question: QuestionRow): Promise<QuestionFigures> {
  const sign = question.positiveWhen.kind === 'measurement' && question.positiveWhen.direction === 'at-most' ? -1 : 1;
  const { rows } = await on.execute<CountRow & { without_answer: string }>(sql`
    with ${truthsOf(question)},
    answers as (${answersTo(question)}),
    known as materialized (
      select truths.scan_id, truths.patient_sex, truths.patient_age_years, truths.device, answers.is_positive,
        ${sign} * answers.score as score,
        case
          when truths.label is not null then truths.label = 'positive'
          when truths.verdict = 'agree' then answers.is_positive
          when truths.verdict = 'disagree' then not answers.is_positive
        end as truth
      from truths left join answers on answers.scan_id = truths.scan_id
    ),
    people as (
      -- As noted when the submission was read; before that, what the header of any one image says, in reading order.
      select is_positive, truth, score, patient_sex, patient_age_years, device from known where device is not null
      union all
      select known.is_positive, known.truth, known.score, header ->> 'patientSex',
        (header ->> 'patientAgeYears')::double precision, ${DEVICE}
      from known cross join lateral (${HEADER}) first where known.device is null
    ),
    counted as (
      select is_positive, truth, score, ${SEX} as sex, ${AGE} as age, coalesce(device, 'unknown') as device
      from people where is_positive is not null and truth is not null
    ),
    grouped as (
      select grouping(sex, age, device) as kept, coalesce(sex, age, device, '') collate "C" as name, score,
        count(*) filter (where truth and is_positive)::int as true_positives,
        count(*) filter (where not truth and is_positive)::int as false_positives,
        count(*) filter (where truth)::int as conditions,
        count(*)::int as studies
      from counted group by grouping sets ((score), (score, sex), (score, age), (score, device))
    ),
    levels as (
      select *, studies - conditions as others,
        case when score is null then 0 else conditions end as positives,
        case when score is null then 0 else studies - conditions end as negatives
      from grouped
    ),
    placed as (
      select *,
        2 * (sum(negatives) over upwards - negatives) + negatives as below,
        2 * sum(positives) over upwards - positives as up_to
      from levels window upwards as (partition by kept, name order by score)
    )
    select case kept when ${ALL} then 'all' when ${ALL - 4} then 'sex' when ${ALL - 2} then 'age' else 'device' end as by, name as group,
      sum(true_positives) as true_positives, sum(false_positives) as false_positives,
      sum(others - false_positives) as true_negatives, sum(conditions - true_positives) as false_negatives,
      sum(positives) as positives, sum(negatives) as negatives,
      sum(positives * below) as below, sum(positives::numeric * (below * below)) as below_squared,
      sum(negatives * up_to) as up_to, sum(negatives::numeric * (up_to * up_to)) as up_to_squared,
      0 as without_answer
    from placed group by kept, name
    union all
    select 'unanswered', '', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      (select count(*) from known where is_positive is null and truth is not null)`);
  const counted = rows.filter(({ by }) => by !== ('unanswered' as string));
  const all = accuracyOfCounts(countsOf(counted.find(({ by }) => by === 'all')));
  const evaluated = all.truePositives + all.falsePositives + all.trueNegatives + all.falseNegatives;
  return {
    question,
    withoutAnswer: Number(rows.find(({ by }) => by === ('unanswered' as string))!.without_answer),
    withoutTruth: (await countAnswers(on, question)) - evaluated,
    all,
    subgroups: counted
      .flatMap((row) =>
        row.by === 'all' ? [] : [{ by: row.by, group: row.group, accuracy: accuracyOfCounts(countsOf(row)) }],
      )
      .sort(subgroupOrder),
    readers: readerAgreement(await countRatings(on, question)),
  };
}

function countsOf(row: CountRow | undefined): Counts {
  const [positives, negatives] = [BigInt(row?.positives ?? 0), BigInt(row?.negatives ?? 0)];
  const [upTo, upToSquared] = [BigInt(row?.up_to ?? 0), BigInt(row?.up_to_squared ?? 0)];
  return {
    truePositives: Number(row?.true_positives ?? 0),
    falsePositives: Number(row?.false_positives ?? 0),
    trueNegatives: Number(row?.true_negatives ?? 0),
    falseNegatives: Number(row?.false_negatives ?? 0),
    placements: {
      positives: Number(positives),
      negatives: Number(negatives),
      below: BigInt(row?.below ?? 0),
      belowSquared: BigInt(row?.below_squared ?? 0),
      // The count above a negative is twice all positives minus the count up to it, so its sums follow from theirs.
      above: 2n * positives * negatives - upTo,
      aboveSquared: 4n * positives * positives * negatives - 4n * positives * upTo + upToSquared,
    },
  };
}

/** The value of `grouping` for the total over sex, age and device: one bit for each column that is not kept. */
const ALL = 0b111;

const HEADER = sql`
  select (
    select instances.header from instances join studies on studies.id = instances.study_id
    where studies.scan_id = known.scan_id and instances.header is not null
    order by studies.created_at, studies.id, instances.position nulls last, instances.instance_number nulls last,
      instances.original_name
    limit 1) as header
  offset 0`;
/** The same rule as `deviceOf`. */
const DEVICE = sql`nullif(left(concat_ws(' ', nullif(header ->> 'manufacturer', ''), nullif(header ->> 'manufacturerModelName', '')), 129), '')`;
/** The same rules as `sexOf` and `ageGroupOf`. */
const SEX = sql`case patient_sex when 'M' then 'male' when 'F' then 'female' when 'O' then 'other' else 'unknown' end`;
const AGE = sql`case when patient_age_years is null then 'unknown' when patient_age_years < 18 then 'under 18'
  when patient_age_years < 40 then '18-39' when patient_age_years < 65 then '40-64' else '65 and over' end`;

const SETTINGS = [
  // Starting parallel workers takes longer than the whole count, and one page would occupy all processors.
  'max_parallel_workers_per_gather = 0',
  // Compiling the query takes longer than running it (on a server built with LLVM).
  'jit = off',
  // The indexes are in memory or on an SSD, where five thousand look-ups cost less than reading all scans.
  'random_page_cost = 1.1',
];

/**
 * The figures of an institution's studies, for the figures page and the dossier.
 *
 * @param on connections of one snapshot; with several, several questions are counted at once
 */
export async function countFigures(
  on: readonly ReadTx[],
  institutionId: string,
): Promise<{ proofs: contract.Proof[]; turnaround: contract.Turnaround }> {
  for (const tx of on) for (const setting of SETTINGS) await tx.execute(sql.raw(`set local ${setting}`));
  const questions = await findQuestions(on[0]!, institutionId);
  const proofs: contract.Proof[] = [];
  let turnaround: contract.Turnaround = null;
  const tasks = [
    async (tx: ReadTx) => {
      turnaround = await countTurnaround(tx, institutionId);
    },
    ...questions.map((question, index) => async (tx: ReadTx) => {
      const figures = await countQuestion(tx, question);
      proofs[index] = {
        ...figures,
        question: presentQuestion(question),
        evaluated: evaluationFigures.countOf(figures.all),
      };
    }),
  ];
  await workOff(tasks, on);
  return { proofs, turnaround };
}

/**
 * Runs the tasks, one at a time on each connection. After an error no further task starts; it is thrown once all have
 * ended.
 */
async function workOff(tasks: ((tx: ReadTx) => Promise<void>)[], on: readonly ReadTx[]): Promise<void> {
  const ended = await Promise.allSettled(
    on.map(async (tx) => {
      try {
        for (let task = tasks.shift(); task; task = tasks.shift()) await task(tx);
      } catch (error) {
        tasks.length = 0;
        throw error;
      }
    }),
  );
  for (const end of ended) if (end.status === 'rejected') throw end.reason;
}

/** Every question of an institution, oldest first. */
export const findQuestions = (on: ReadTx, institutionId: string): Promise<QuestionRow[]> =>
  on
    .select()
    .from(proofQuestions)
    .where(eq(proofQuestions.institutionId, institutionId))
    .orderBy(asc(proofQuestions.createdAt), asc(proofQuestions.id));

/** Seconds from the arrival of the newest submission to the end of its analysis; quantiles as in `turnaroundOf`. */
export async function countTurnaround(on: ReadTx, institutionId: string): Promise<contract.Turnaround> {
  const { rows } = await on.execute<{ count: number; times: [number, number, number, number] }>(sql`
    select count(*)::int as count, percentile_cont(array[0.5, 0.9, 0, 1]) within group (order by seconds) as times
    from (
      select turnaround_seconds as seconds from scans
      where institution_id = ${institutionId} and billing <> 'sample' and status = 'complete' and turnaround_seconds is not null
    ) ended`);
  const { count, times } = rows[0]!;
  if (count === 0) return null;
  const [medianSeconds, p90Seconds, minSeconds, maxSeconds] = times;
  return { count, medianSeconds, p90Seconds, minSeconds, maxSeconds };
}

/** Everything a question can be about. Reads one index entry for each kind of answer, regardless of the number of scans. */
export async function findChoices(on: ReadTx, institutionId: string) {
  const { rows } = await on.execute<{ algorithm: string; kind: string; code: string; unit: string | null }>(sql`
    with recursive told as (
      (select algorithm_id, kind, code, unit from scan_answers where institution_id = ${institutionId}
        order by algorithm_id, kind, code limit 1)
      union all
      select next.* from told cross join lateral (
        select algorithm_id, kind, code, unit from scan_answers
        where institution_id = ${institutionId}
          and (algorithm_id, kind, code) > (told.algorithm_id, told.kind, told.code)
        order by algorithm_id, kind, code limit 1) next
    )
    select algorithm_id as algorithm, kind, code, unit from told`);
  return rows;
}
