import { fileRoute } from "@/lib/http/file-route";
import { voucherThumbnail } from "@/lib/vouchers/contract";
import { openVoucher } from "@/lib/vouchers/png-and-pdf";

export const GET = fileRoute(voucherThumbnail, ({ params, query }) => openVoucher(params.id, "thumbnail", query));
