/** `7K3F-92QD`: a voucher's serial as it stands on the picture. */
export function shownSerial(serial: string): string {
  return `${serial.slice(0, 4)}-${serial.slice(4)}`;
}
