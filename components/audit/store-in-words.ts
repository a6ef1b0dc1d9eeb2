import { branchName } from "@/lib/known-branches";

const OF: Record<string, string> = { contacts: "the guest book of", table: "the tables of" };

/** What a store holds, as people call it. @param store as the trail names it: `jounieh table`, or `hub` */
export function storeInWords(store: string): string {
  const [branch = "", kind = ""] = store.split(" ");
  return OF[kind] ? `${OF[kind]} ${branchName(branch)}` : "what belongs to the whole group";
}
