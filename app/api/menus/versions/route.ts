import { route } from "@/lib/http/route";
import { uploadMenu } from "@/lib/menu-versions/contract";
import { uploadMenu as upload } from "@/lib/menus/versions/upload";

export const POST = route(uploadMenu, ({ branch, request, query, by, ...caller }) => upload(branch, request, query, by, caller));
