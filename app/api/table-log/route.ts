import { knownAllergies, stateInShort } from "@/lib/allergies/known";
import { route } from "@/lib/http/route";
import { tableLog } from "@/lib/tables/contract";
import { feedState, liveFeed } from "@/lib/tables/saved";

export const GET = route(tableLog, async ({ allBranches, nameState, ...caller }) => {
  const branches = allBranches();
  const allergies = await knownAllergies(caller);
  nameState(`${await feedState(branches)}/${stateInShort(allergies)}`);
  return liveFeed(branches, allergies);
});
