import { route } from "@/lib/http/route";
import { saveTable } from "@/lib/tables/contract";
import { saveTable as save } from "@/lib/tables/writes";

export const POST = route(saveTable, ({ branch, body, by, requirePermission }) => {
  const existing = body.table_name || body.metadata.table_name;
  requirePermission(existing ? "open_saved_tables" : "create_table");
  return save(branch, body, by);
});
