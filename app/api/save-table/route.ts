import { route } from "@/lib/api/route";
import { saveTable } from "@/lib/tables/contract";
import { saveTable as save } from "@/lib/tables/writes";

export const POST = route(saveTable, ({ branch, body, receipt, demand }) => {
  const existing = body.table_name || body.metadata.table_name;
  demand(existing ? "open_saved_tables" : "create_table");
  return save(branch, body, receipt);
});
