import { fileRoute } from "@/lib/http/file-route";
import { sandboxFile } from "@/lib/queue/sandbox/contract";
import { openSandboxFile } from "@/lib/queue/sandbox/messages";

export const GET = fileRoute(sandboxFile, ({ params, ...caller }) => openSandboxFile(params.id, caller));
