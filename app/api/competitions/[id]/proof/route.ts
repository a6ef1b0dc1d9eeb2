import { proofFile } from "@/lib/competitions/contract";
import { openProofFile } from "@/lib/competitions/proof/open";
import { fileRoute } from "@/lib/http/file-route";

export const GET = fileRoute(proofFile, ({ params, ...caller }) => openProofFile(params.id, caller));
