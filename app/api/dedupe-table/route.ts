import { dedupeTable } from "@/lib/guests/contract";
import { dedupe } from "@/lib/guests/dedupe/dedupe";
import { route } from "@/lib/http/route";

export const POST = route(dedupeTable, ({ branch, query, by, refusal }) => dedupe(branch, query.date ?? null, by, refusal));
