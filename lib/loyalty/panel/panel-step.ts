import type Database from "better-sqlite3";
import { bulkRead } from "../../db/bulk-read";
import type { Suspicion } from "./contract";

export interface LoyaltyPanelInput {
  hub: string;
  /** Those of whoever asks; null for all. */
  branches: readonly string[] | null;
  /** ISO 8601: 90 days ago, and from when on something odd is shown. */
  since: string;
  oddSince: string;
}

/** What the hub says of points. */
export interface LoyaltyFigures {
  members: number;
  active: number;
  outstanding: number;
  issued: number;
  redeemed: number;
  expired: number;
  top: { id: string; name: string; points: number; visits: number }[];
  league: { branch: string; issued: number; guests: number; redeemed: number }[];
  suspicious: Suspicion[];
}

/** So many guests are named, and odd things. */
const TOP = 10;
const MOST_ODD = 20;
/** More changes by hand of one person than these in a month are shown. */
const MANY = 10;

const SEEN = "(@branches IS NULL OR %s IN (SELECT value FROM json_each(@branches)))";
const seen = (column: string) => SEEN.replace("%s", column);

const GROUP = `SELECT count(*) AS members, coalesce(sum(points), 0) AS outstanding,
  (SELECT count(DISTINCT customer_id) FROM loyalty_visit WHERE created_at >= @since AND counted_in IS NULL) AS active
  FROM loyalty_customer WHERE merged_into IS NULL`;

// What is taken back lowers what was given; what comes back of a reward lowers what was taken.
const LEAGUE = `SELECT branch, coalesce(sum(iif(type LIKE 'ACCUMULATE%' OR type = 'OTHER', points, 0)), 0) AS issued,
    count(DISTINCT iif(type LIKE 'ACCUMULATE%', customer_id, NULL)) AS guests,
    coalesce(-sum(iif(type IN ('CREATE_REWARD', 'DELETE_REWARD'), points, 0)), 0) AS redeemed,
    coalesce(-sum(iif(type = 'EXPIRE_POINTS', points, 0)), 0) AS expired
  FROM loyalty_ledger WHERE at >= @since AND branch <> '' AND ${seen("branch")} GROUP BY branch ORDER BY issued DESC, branch`;

const TOP_GUESTS = `SELECT c.id, c.name, c.points, (SELECT count(*) FROM loyalty_visit v WHERE v.customer_id = c.id AND v.counted_in IS NULL) AS visits
  FROM loyalty_customer c WHERE c.merged_into IS NULL AND c.points > 0
    AND (@branches IS NULL OR EXISTS (SELECT 1 FROM loyalty_visit v WHERE v.customer_id = c.id AND ${seen("v.branch")}))
  ORDER BY c.points DESC, c.id LIMIT ${TOP}`;

const ADJUSTERS = `SELECT l.actor_id AS who, count(DISTINCT coalesce(l.reason, '') || l.at) AS times, sum(abs(l.points)) AS points, max(l.at) AS at,
    json_group_array(DISTINCT l.branch) AS branches
  FROM loyalty_ledger l WHERE l.type = 'ADJUST_POINTS' AND l.at >= @oddSince AND ${seen("l.branch")}
  GROUP BY l.actor_id HAVING times > ${MANY} ORDER BY times DESC LIMIT ${MOST_ODD}`;

// Awards are given while a table is saved: two restaurants within an hour are too far from each other.
const TWO_PLACES = `SELECT c.name AS who, v.points + o.points AS points, max(v.created_at, o.created_at) AS at, v.branch AS one, o.branch AS other
  FROM loyalty_visit v JOIN loyalty_visit o ON o.customer_id = v.customer_id AND o.branch > v.branch
    AND abs(julianday(o.created_at) - julianday(v.created_at)) < 1.0 / 24 AND o.counted_in IS NULL
  JOIN loyalty_customer c ON c.id = v.customer_id
  WHERE v.created_at >= @oddSince AND v.counted_in IS NULL AND ${seen("v.branch")} AND ${seen("o.branch")} ORDER BY at DESC LIMIT ${MOST_ODD}`;

type Asked = Record<string, string | null>;

/** Reads all points: in a thread. */
export function loyaltyFigures({ hub, branches, since, oddSince }: LoyaltyPanelInput): LoyaltyFigures {
  const asked: Asked = { branches: branches === null ? null : JSON.stringify(branches), since, oddSince };
  return bulkRead({ hub }, ({ hub: sql }) => {
    const all = <Row>(text: string): Row[] => sql.prepare<Asked[], Row>(text).all(onlyUsed(text, asked));
    const [group = { members: 0, active: 0, outstanding: 0 }] = all<Pick<LoyaltyFigures, "members" | "active" | "outstanding">>(GROUP);
    const rows = all<LoyaltyFigures["league"][number] & { expired: number }>(LEAGUE);
    const sum = (of: "issued" | "redeemed" | "expired") => rows.reduce((total, row) => total + row[of], 0);
    return {
      ...group,
      ...{ issued: sum("issued"), redeemed: sum("redeemed"), expired: sum("expired") },
      top: all<LoyaltyFigures["top"][number]>(TOP_GUESTS),
      league: rows.map(({ expired: _, ...row }) => row),
      suspicious: [...adjusters(sql, all<Adjuster>(ADJUSTERS)), ...all<TwoPlaces>(TWO_PLACES).map(inTwoPlaces)],
    };
  });
}

/** SQLite refuses a name that a text does not have. */
const onlyUsed = (text: string, asked: Asked): Asked =>
  Object.fromEntries(Object.entries(asked).filter(([name]) => text.includes(`@${name}`)));

type Adjuster = Pick<Suspicion, "who" | "times" | "points" | "at"> & { branches: string };
type TwoPlaces = Pick<Suspicion, "who" | "points" | "at"> & { one: string; other: string };

function adjusters(sql: Database.Database, rows: readonly Adjuster[]): Suspicion[] {
  const name = sql.prepare<[string], string>("SELECT name FROM user WHERE id = ?").pluck();
  return rows.map(({ who, branches, ...row }) => ({
    kind: "adjustments",
    ...row,
    who: name.get(who) ?? who,
    branches: JSON.parse(branches) as string[],
  }));
}

const inTwoPlaces = ({ one, other, ...row }: TwoPlaces): Suspicion => ({ kind: "two branches", ...row, branches: [one, other], times: 2 });
