import { fileRoute } from "@/lib/http/file-route";
import { voucherPdf } from "@/lib/vouchers/contract";
import { openVoucher } from "@/lib/vouchers/png-and-pdf";

export const GET = fileRoute(voucherPdf, ({ params, query }) => openVoucher(params.id, "pdf", query));
