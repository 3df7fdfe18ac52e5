/**
 * Makes React tolerate page translators and extensions, which replace or wrap its nodes. Without this patch, React's
 * next removal or insertion throws, and the screen is lost (facebook/react#11538).
 * Patched methods remove a node from its new parent, and insert before its wrapper or at the end.
 * Call once, before React renders (decision 117).
 */
export function tolerateForeignNodes(): void {
  // oxlint-disable-next-line typescript/unbound-method -- both methods are called with a node as `this`
  const { removeChild, insertBefore } = Node.prototype
  let isReported = false
  const report = (): void => {
    if (isReported) return
    isReported = true
    // oxlint-disable-next-line no-console -- developers need a trace of pages that other programs change
    console.warn('A translator or an extension changed this page. Some of its text may be out of date.')
  }

  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    if (child.parentNode !== this) report()
    if (child.parentNode) removeChild.call(child.parentNode, child)
    return child
  }

  Node.prototype.insertBefore = function <Child extends Node>(this: Node, node: Child, before: Node | null): Child {
    let place = before
    while (place && place.parentNode !== this) place = place.parentNode
    if (place !== before) report()
    insertBefore.call(this, node, place)
    return node
  }
}
