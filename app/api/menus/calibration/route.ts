import { route } from "@/lib/http/route";
import { readCalibration as read, saveCalibration as save } from "@/lib/menu-prices/calibrations";
import { readCalibration, saveCalibration } from "@/lib/menu-prices/contract";

export const GET = route(readCalibration, ({ branch, query, ...caller }) => read(branch, query, caller));

export const PUT = route(saveCalibration, ({ body, by, ...caller }) => save(body, by, caller));
