/** A backtest that ends early, with a sentence for the person who began it. */
export class BacktestStopped extends Error {
  override name = 'BacktestStopped'
}
