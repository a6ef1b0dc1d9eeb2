import { deleteContact } from "@/lib/guests/contract";
import { deleteGuest } from "@/lib/guests/delete";
import { route } from "@/lib/http/route";

export const DELETE = route(deleteContact, ({ branch, query, by }) => deleteGuest(branch, query, by));
