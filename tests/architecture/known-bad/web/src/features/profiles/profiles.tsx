export { button as profiles } from '../../design-system/button.tsx'
