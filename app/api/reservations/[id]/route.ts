import { route } from "@/lib/http/route";
import { change } from "@/lib/reservations/change";
import { changeReservation, deleteReservation, openReservation } from "@/lib/reservations/contract";
import { openOne } from "@/lib/reservations/history";
import { remove } from "@/lib/reservations/remove";

export const GET = route(openReservation, ({ branch, params, ...caller }) => openOne(branch, params.id, caller));
export const PATCH = route(changeReservation, ({ branch, params, body, by, ...caller }) => change(branch, params.id, body, by, caller));
export const DELETE = route(deleteReservation, ({ branch, params, query, by, ...caller }) =>
  remove(branch, params.id, query.version, by, caller),
);
