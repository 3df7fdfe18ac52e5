import { Mosaic } from '../../design-system/tiles/mosaic.tsx'

export function LandingMosaic() {
  return (
    <Mosaic
      className="card h-auto w-full shadow-3"
      grid={[
        ['code', 'wave', 'book', 'dawn'],
        ['sun', 'leaf', 'slope', 'house'],
        ['boat', 'arch', 'heart', 'speech'],
        ['target', 'bowls', 'sails', 'bars'],
      ]}
    />
  )
}
